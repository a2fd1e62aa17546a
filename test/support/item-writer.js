// node item-writer.js FOLDER NAME: appends three items at a time and says so, until it is killed.
import { itemStore } from '../../dist/platform/node.js';

const [folder, name] = process.argv.slice(2);
const items = await itemStore(folder, () => {})({ test: 'killed' });
for (let made = 0; ; made += 3) {
  const texts = [0, 1, 2].map((i) => `${name} ${made + i}`);
  await items.append(
    texts.map((text) => ({ key: items.keyOf(text), bytes: new TextEncoder().encode(text.repeat(200)) })),
  );
  process.stdout.write(`${made}\n`);
}
