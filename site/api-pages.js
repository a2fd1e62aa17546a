// The reference of public names: a page for each path that users import from, with what TSDoc says about each name. Made of the types that the build
// wrote, when the site is built: it cannot be behind the code, and is not committed.
import { publicSurface } from '../scripts/write/public-surface.js';

/** `/** … *\/` as Markdown: examples become blocks, links become code. */
const markdown = (doc) =>
  doc
    .replace(/^\/\*\*\s?|\s*\*\/$/g, '')
    .replace(/^[ \t]*\* ?/gm, '')
    .replace(/\{@link ([^}|]+)[^}]*\}/g, '`$1`')
    .replace(
      /^@example\s*([\s\S]*?)(?=^@|$(?![\s\S]))/gm,
      (_, code) => `\n\`\`\`ts\n${code.trim()}\n\`\`\`\n`,
    )
    .replace(/^@(\w+)\s*/gm, '**$1:** ')
    .trim();

const kindOf = (signature) =>
  /^(?:abstract )?(class|interface|type|function|const|let|enum)/.exec(signature)?.[1];

/** A declaration of one line, a member on each. */
const lines = (signature) => {
  if (signature.length < 110 || !/^(?:abstract )?(?:interface|class) /.test(signature)) return signature;
  const open = signature.indexOf('{');
  let depth = 0;
  let text = '';
  for (const letter of signature.slice(open + 1, -1).trim()) {
    if ('{(['.includes(letter)) depth += 1;
    if ('})]'.includes(letter)) depth -= 1;
    text += letter === ';' && depth === 0 ? ';\n ' : letter;
  }
  return `${signature.slice(0, open + 1)}\n  ${text.trim()}\n}`;
};

const entry = ({ name, doc, signatures }) =>
  [`## ${name}`, markdown(doc), `\`\`\`ts\n${signatures.map(lines).join('\n')}\n\`\`\``].join('\n\n');

/** Path of the page → its text and title, for every path of the package. */
export const apiPages = (root) => {
  const listed = new Map();
  return Object.fromEntries(
    publicSurface(root).map(({ subpath, names }) => {
      const page = `api/${subpath.replace(/^r2med\/?/, '') || 'r2med'}`;
      const own = [];
      const others = [];
      for (const each of names) {
        const key = `${each.identity} ${each.name}`;
        if (listed.has(key)) others.push(`[${each.name}](/${listed.get(key)}#${each.name.toLowerCase()})`);
        else {
          listed.set(key, page);
          own.push(each);
        }
      }
      const functions = own.filter(({ signatures: [first] }) => /^(const|let|function)$/.test(kindOf(first)));
      const types = own.filter((each) => !functions.includes(each));
      const text = [
        `# ${subpath}`,
        `\`import { … } from '${subpath}'\`: ${functions.length} values and ${types.length} types.${others.length > 0 ? ` Also here: ${others.join(', ')}.` : ''}`,
        ...[...functions, ...types].map(entry),
      ].join('\n\n');
      return [page, { text: `${text}\n`, title: subpath }];
    }),
  );
};
