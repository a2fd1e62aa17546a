import {
  bm25,
  evaluate,
  nDCG,
  pipeline,
  Recall,
  search,
  storedGenerations,
  storedRewriter,
  task,
} from 'r2med';

const biology = await task('sample', 'Biology'); // or task('./my-folder')
const texts = await storedGenerations(biology, 'hyde', 'sample-writer');
const writing = storedRewriter({ method: 'hyde', llm: 'sample-writer', reasoning: 'none', ...texts });

for (const system of [pipeline(bm25()), pipeline(writing).to(bm25())]) {
  const run = await search(system, biology);
  const { means } = evaluate(run, biology.judgements, [nDCG.at(10), Recall.at(10)]);
  console.log(system.name, means['nDCG@10']?.toFixed(3), means['Recall@10']?.toFixed(3));
}
