"""Writes a result file as HAKARI-Bench's evaluate command lays it out, packed by liblzma. Text and figures are made up."""
import json
import lzma
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE / "hakari-results" / "example__encoder-small" / "hakari-bench__NanoR2MED"


def result(split, ndcg, accuracy):
    score = f"{split}_cosine"
    return {
        "generated_at_utc": "2026-05-20T10:00:00+00:00",
        "model": {
            "method": "dense",
            "id": "example/encoder-small",
            "source": {"type": "huggingface", "name": "example/encoder-small", "revision": {"requested": None, "resolved": "0123abcd"}},
            "total_parameters": 33000000,
            "dtype": "bf16",
        },
        "target": {"dataset_name": "NanoR2MED", "dataset_id": "hakari-bench/NanoR2MED", "split_name": split, "task_name": split},
        "config": {"primary_metric": "ndcg@10", "query_prompt_name": "query"},
        "evaluation": {"aggregate_metric": "ndcg@10", "aggregate_metric_value": ndcg, "evaluated_at_utc": "2026-05-20T10:00:00+00:00"},
        "metrics": {f"{score}_ndcg@10": ndcg, f"{score}_acc@100": accuracy},
        "rerank_metrics": {},
        "artifacts": {"top_rankings": {"schema_version": 2, "top_k": 100, "qrels": [], "rankings": [
            {"query_id": f"q{i}", "corpus_ids": [f"d{(i * 7 + j) % 997}" for j in range(100)]} for i in range(20)
        ]}},
    }


FOLDER.mkdir(parents=True, exist_ok=True)
for split, ndcg, accuracy in [("NanoR2MEDBiology", 0.4125, 0.91), ("NanoR2MEDMedQADiag", 0.1375, 0.52)]:
    text = json.dumps(result(split, ndcg, accuracy), ensure_ascii=False, indent=2)
    (FOLDER / f"{split}.json.xz").write_bytes(lzma.compress(text.encode("utf-8"), format=lzma.FORMAT_XZ))
