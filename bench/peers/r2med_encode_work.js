// node r2med_encode_work.js TEXTS THREADS MODEL: encodes the texts of a JSON file and says how long it took, warm.
import { readFileSync } from 'node:fs';
import { openOnnx } from '../../dist/models/onnx.js';
import { nodeTools } from '../../dist/platform/node.js';

const [file, threads, folder] = process.argv.slice(2);
const texts = JSON.parse(readFileSync(file, 'utf8'));
const tools = nodeTools({ quiet: true, cache: false });
const embedder = await openOnnx({ folder, settings: { threads: Number(threads) } });
const encode = async (some) => {
  let kept = 0;
  for await (const { embedded } of embedder.embed(some, 'document', tools)) kept += embedded.length;
  return kept;
};
await encode(texts.slice(0, 32));
const began = performance.now();
const spent = process.cpuUsage();
const kept = await encode(texts);
const work = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(spent);
const megabytes = process.resourceUsage().maxRSS / 1024;
// CPU time of the encoding alone, as the peer has it: opening a model is another matter.
console.error(JSON.stringify({ work, cpu: (user + system) / 1e6, kept, megabytes }));
