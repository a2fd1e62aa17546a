"""Jars of Maven's central repository, without what they depend on."""

import subprocess
import tempfile
from pathlib import Path

DEPENDENCY = """<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>
<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions></dependency>"""
PROJECT = """<project><modelVersion>4.0.0</modelVersion><groupId>jars</groupId><artifactId>jars</artifactId><version>1</version>
<packaging>pom</packaging><dependencies>{}</dependencies></project>"""


def copy_jars(coordinates, folder):
    """All by one call of Maven, whose start takes seconds; coordinates are group:artifact:version."""
    with tempfile.TemporaryDirectory() as place:
        project = Path(place, "pom.xml")
        project.write_text(PROJECT.format("".join(DEPENDENCY.format(*each.split(":")) for each in coordinates)), encoding="utf-8")
        subprocess.run(["mvn", "-q", "-B", "-f", str(project), "dependency:copy-dependencies", f"-DoutputDirectory={folder}"],
                       check=True, stdout=subprocess.DEVNULL)
