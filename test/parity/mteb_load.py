"""Loads an export with MTEB itself and prints the scores that it read, as JSON: {model: {task: {measure: score}}}."""

import json
import sys
from pathlib import Path

import mteb
from mteb.cache import ResultCache
from mteb.models.model_meta import ModelMeta

folder = Path(sys.argv[1])
tasks = [task.metadata.name for task in mteb.get_benchmark("R2MED").tasks]
cache = ResultCache(cache_path=folder)
found = {}
for meta_file in sorted(folder.glob("results/*/*/model_meta.json")):
    meta = ModelMeta.model_validate_json_resolved(meta_file.read_text())
    assert meta.name.replace("/", "__").replace(" ", "_") == meta_file.parent.parent.name, meta.name
    assert meta.revision == meta_file.parent.name, meta.revision
    read = {}
    for task in tasks:
        result = cache.load_task_result(task, meta, raise_if_not_found=True)
        # MTEB's own view of the file: the task must exist, with this split and subset.
        assert result.task.metadata.name == task
        assert result.get_score() == result.scores["test"][0]["main_score"]
        result.validate_and_filter_scores()
        read[task] = {name: value for name, value in result.scores["test"][0].items() if isinstance(value, (int, float))}
    found[meta.name] = read
print(json.dumps(found))
