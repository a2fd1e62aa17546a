import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

/** Every regular expression of the package as `/source/flags`, with the files it stands in: literals, and those made of text. */
export const expressions = async () => {
  const found = new Map();
  const add = (source, flags, file) => {
    const name = `/${source}/${flags}`;
    found.set(name, { source, flags, files: new Set([...(found.get(name)?.files ?? []), file]) });
  };
  for (const path of readdirSync(DIST, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.js') || path.endsWith('.test.js')) continue;
    const text = readFileSync(join(DIST, path), 'utf8');
    visit(parseAst(text), ({ source, flags }) => add(source, flags, path));
    if (/\bnew RegExp\(/.test(text))
      await made(join(DIST, path), (source, flags) => add(source, flags, path));
  }
  return found;
};

const visit = (node, literal) => {
  if (node === null || typeof node !== 'object') return;
  if (node.type === 'Literal' && node.regex) literal({ source: node.regex.pattern, flags: node.regex.flags });
  for (const part of Object.values(node)) visit(part, literal);
};

/** Expressions made of text are made when their module is loaded. */
const made = async (file, add) => {
  const Real = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Real, {
    construct: (target, [pattern, flags]) => {
      const expression = new target(pattern, flags);
      if (typeof pattern === 'string' && new Error().stack.includes(file))
        add(expression.source, expression.flags);
      return expression;
    },
  });
  try {
    await import(`file://${file}?expressions`);
  } finally {
    globalThis.RegExp = Real;
  }
};
