"""Python's side of hub-cache.ts: `download` brings files into the cache, `inspect` says what it thinks of one.

Reads the hub's address and the cache from HF_ENDPOINT and HF_HOME; prints one JSON value.
"""

import json
import sys

from huggingface_hub import __version__, hf_hub_download, scan_cache_dir

verb, kind, repository, revision, *files = sys.argv[1:]


def path_of(file, **options):
    return hf_hub_download(repository, file, repo_type=kind, revision=revision, **options)


if verb == "download":
    print(json.dumps({"version": __version__, "paths": [path_of(file) for file in files]}))
elif verb == "inspect":
    cache = scan_cache_dir()
    print(
        json.dumps(
            {
                "warnings": [str(warning) for warning in cache.warnings],
                "repositories": [
                    {
                        "id": repo.repo_id,
                        "type": repo.repo_type,
                        "revisions": {
                            each.commit_hash: sorted(
                                [str(file.file_path.relative_to(each.snapshot_path)), file.size_on_disk]
                                for file in each.files
                            )
                            for each in repo.revisions
                        },
                        "refs": {name: each.commit_hash for name, each in repo.refs.items()},
                    }
                    for repo in cache.repos
                ],
                "found": [path_of(file, local_files_only=True) for file in files],
            }
        )
    )
else:
    sys.exit(f"unknown verb {verb}")
