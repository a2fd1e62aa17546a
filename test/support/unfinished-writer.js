// node unfinished-writer.js file|folder PATH: begins to write, says so, and never ends.
import { stageFolder, writeAtomic } from '../../dist/platform/node.js';

const [kind, path] = process.argv.slice(2);
const forever = () => new Promise(() => setInterval(() => {}, 60_000));
const begun = () => process.stdout.write('begun\n');
async function* parts() {
  yield 'a beginning';
  begun();
  await forever();
}
if (kind === 'file') await writeAtomic(path, parts());
else
  await stageFolder(path, async (staging) => {
    await writeAtomic(`${staging}/part`, ['a part']);
    begun();
    await forever();
  });
