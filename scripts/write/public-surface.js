// Reads what the package offers from the types that the build made: every subpath of package.json's `exports`, its names, their
// declarations and their documentation. TypeScript 7 has no stable interface for programs yet, so the text is read.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const TOKENS = /\/\*[\s\S]*?\*\/|\/\/.*|(['"`])(?:\\.|(?!\1)[^\\])*\1|[()[\]{};]|[^'"`()[\]{};/]+|\//g;
const COMMENT = /^\/[*/]/;
const BLOCK =
  /^export (?:declare )?(?:default )?(?:abstract )?(?:interface|class|\{)|^(?:declare )?(?:interface|class)/;

/** The statements of a file of types, each with the comment before it. */
const statementsIn = (text) => {
  const found = [];
  let doc = '';
  let code = '';
  let depth = 0;
  const end = () => {
    found.push({ doc, code: code.trim() });
    doc = '';
    code = '';
  };
  for (const [token] of text.matchAll(TOKENS)) {
    if (code.trim() === '' && COMMENT.test(token)) {
      doc = token.startsWith('/**') ? token : '';
      continue;
    }
    code += token;
    if (/^[([{]$/.test(token)) depth += 1;
    if (/^[)\]}]$/.test(token)) depth -= 1;
    if (depth > 0) continue;
    if (token === ';') end();
    else if (token === '}' && BLOCK.test(code.trim()) && !/^export (type )?\{/.test(code.trim())) end();
  }
  return found;
};

/** `a`, `type B`, `c as d`, each with the comment before it. */
const specifiersIn = (list) =>
  [...list.matchAll(/(\/\*\*[\s\S]*?\*\/)?\s*(type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*(?:,|$)/g)].map(
    ([, doc = '', type, from, as = from]) => ({ doc, type: type !== undefined, from, as }),
  );

const LIST = /^(export|import) (type )?\{([\s\S]*)\}(?:\s*from '([^']+)')?;?$/;
const STAR = /^export \* from '([^']+)';$/;
const DECLARATION =
  /^(?:export )?(?:declare )?(?:abstract )?(const|let|function|class|interface|type|enum) ([\w$]+)/;

const files = new Map();

/** What a file of types declares, takes in and gives out. */
const read = (path) => {
  if (files.has(path)) return files.get(path);
  const file = { declared: new Map(), imported: new Map(), exported: [], stars: [] };
  files.set(path, file);
  const target = (specifier) => resolve(dirname(path), specifier.replace(/\.js$/, '.d.ts'));
  for (const { doc, code } of statementsIn(readFileSync(path, 'utf8'))) {
    const star = STAR.exec(code);
    const list = LIST.exec(code);
    const declaration = DECLARATION.exec(code);
    if (star) file.stars.push(target(star[1]));
    else if (list) {
      const [, way, type, names, from] = list;
      for (const name of specifiersIn(names)) {
        const entry = { ...name, type: name.type || type !== undefined, path: from ? target(from) : path };
        if (way === 'export') file.exported.push(entry);
        else if (from?.startsWith('.')) file.imported.set(name.as, entry);
      }
    } else if (declaration) {
      const [, kind, name] = declaration;
      file.declared.set(name, [...(file.declared.get(name) ?? []), { name, kind, doc, code, path }]);
      if (code.startsWith('export '))
        file.exported.push({ doc: '', type: false, from: name, as: name, path });
    }
  }
  return file;
};

const isType = ({ kind }) => ['interface', 'type', 'class', 'enum'].includes(kind);

/** The declarations that a name of a file stands for. */
const declarationsOf = (path, name) => {
  const { declared, imported } = read(path);
  if (declared.has(name)) return declared.get(name);
  const entry = imported.get(name);
  return entry ? (namesOf(entry.path).get(entry.from)?.declarations ?? []) : [];
};

/** Every name that a file exports, with its declarations and the comment nearest to the reader. */
const namesOf = (path) => {
  const { exported, stars } = read(path);
  const names = new Map(stars.flatMap((star) => [...namesOf(star)]));
  for (const { doc, type, from, as, path: target } of exported) {
    const known = target === path ? undefined : namesOf(target).get(from);
    const all = known?.declarations ?? declarationsOf(path, from);
    const declarations = type ? all.filter(isType) : all;
    const own = declarations.map((declaration) => declaration.doc).find((each) => each !== '') ?? '';
    names.set(as, { name: as, doc: doc || known?.doc || own, declarations });
  }
  return names;
};

/** Where the bracket at a place is closed. Arrows are no brackets. */
const closing = (text, at) => {
  let depth = 0;
  for (let i = at; i < text.length; i += 1) {
    if ('{[(<'.includes(text[i])) depth += 1;
    if ('}])'.includes(text[i]) || (text[i] === '>' && text[i - 1] !== '=')) depth -= 1;
    if (depth === 0) return i;
  }
  return text.length;
};

/** The names of the members of an object type. */
const membersOf = (body) => {
  const names = [];
  for (let i = 0; i < body.length; i += 1) {
    const [found, name] =
      /^(?:readonly )?((?:'[^']*'|"[^"]*"|[\w$]+))\??[:(]/.exec(body.slice(i).trimStart()) ?? [];
    if (name) names.push(name);
    const start = found ? body.indexOf(found, i) + found.length - 1 : i;
    for (i = start; i < body.length && body[i] !== ';'; i += 1)
      if ('{[(<'.includes(body[i])) i = closing(body, i);
  }
  return names;
};

const LONG = 160;

/**
 * What a value is without what TypeScript wrote out for it: a schema is named by its kind, an object by the names of its members. Both have
 * types with names where their members matter.
 */
const shortened = (text) => {
  for (let i = 0; i < text.length; i += 1) {
    const schema = /^z\.Zod\w+</.exec(text.slice(i))?.[0];
    const open = schema ? i + schema.length - 1 : i;
    if (!schema && text[i] !== '{') continue;
    const end = closing(text, open);
    if (end - open < LONG) i = schema ? end : i;
    else {
      const short = schema ? `${schema}…>` : `{ ${membersOf(text.slice(open + 1, end)).join(', ')} }`;
      return text.slice(0, i) + short + shortened(text.slice(end + 1));
    }
  }
  return text;
};

/** A declaration on one line, without comments and without the files that its types are in. */
const oneLine = ({ code, kind, name }, as) => {
  const line = code
    .replace(TOKENS, (token) => (COMMENT.test(token) ? '' : token))
    .replace(/import\("[^"]+"\)\./g, '')
    .replace(/\s+/g, ' ')
    .replace(/^export (declare )?/, '')
    .replace(name, as)
    .replace(/;$/, '');
  return kind === 'const' ? shortened(line) : line;
};

/** Every subpath of the package in a folder, with its names in the order of their letters. */
export const publicSurface = (root) =>
  Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([subpath, { types }]) => ({
      subpath: join('r2med', subpath),
      names: [...namesOf(resolve(root, types)).values()]
        .map(({ name, doc, declarations }) => ({
          name,
          doc,
          identity: declarations.map((each) => `${relative(root, each.path)} ${each.name}`).join(),
          signatures: declarations.map((declaration) => oneLine(declaration, name)),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    }));
