// Puts a counter at the head of every block of a bundled module, so that the fuzzer sees which of them an input reaches.
import { relative } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { transformSync } from 'rolldown/utils';

/** Modules whose blocks are counted: ours, and the packages that read foreign bytes for us. */
const COUNTED = /^(src\/|node_modules\/(hyparquet|hyparquet-compressors|yaml|@huggingface\/tokenizers)\/)/;

/**
 * A plugin of the bundler, and what it finds: the module of each counter, and the texts that stand in each block. They are words that the
 * code compares with, and inputs are made of them.
 */
export const instrumenter = (root) => {
  const modules = [];
  const words = [];
  const transform = (code, id) => {
    const module = relative(root, id).replaceAll('\\', '/');
    if (!COUNTED.test(module) || id.endsWith('.json')) return null;
    const plain = /\.tsx?$/.test(id) ? transformSync(id, code).code : code;
    const counter = () => {
      modules.push(module);
      words.push([]);
      return modules.length - 1;
    };
    return { code: withCounters(plain, counter, words), moduleType: 'js' };
  };
  return { plugin: { name: 'count-blocks', transform }, modules, words };
};

const withCounters = (code, counter, words) => {
  const inserted = [];
  const put = (at, text) => inserted.push({ at, text, order: inserted.length });
  const visit = (node, block) => {
    let inner = block;
    const { type } = node;
    if (type === 'BlockStatement') {
      inner = counter();
      put(node.start + 1, `$c(${inner});`);
    } else if (type === 'SwitchCase' && node.consequent.length > 0) {
      inner = counter();
      put(node.consequent[0].start, `$c(${inner});`);
    } else if (type === 'Literal' && typeof node.value === 'string' && block !== undefined) {
      if (node.value.length > 0 && node.value.length <= 24) words[block].push(node.value);
    }
    const branches = branchesOf(node);
    for (const child of childrenOf(node)) {
      const wrap = branches.get(child);
      if (!wrap) {
        visit(child, inner);
        continue;
      }
      const own = counter();
      put(child.start, wrap === 'statement' ? `{$c(${own});` : `($c(${own}),`);
      visit(child, own);
      put(child.end, wrap === 'statement' ? '}' : ')');
    }
  };
  visit(parseAst(code), undefined);
  inserted.sort((a, b) => a.at - b.at || a.order - b.order);
  let text = '';
  let from = 0;
  for (const { at, text: added } of inserted) {
    text += code.slice(from, at) + added;
    from = at;
  }
  return text + code.slice(from);
};

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string' && typeof child.start === 'number');

/** Parts that run only sometimes and are no block: what they are wrapped as. */
const branchesOf = (node) => {
  const branches = new Map();
  const add = (child, as) => child && child.type !== 'BlockStatement' && branches.set(child, as);
  if (node.type === 'IfStatement')
    for (const each of [node.consequent, node.alternate]) add(each, 'statement');
  if (/^(For|While|DoWhile)\w*Statement$/.test(node.type)) add(node.body, 'statement');
  if (node.type === 'ConditionalExpression')
    for (const each of [node.consequent, node.alternate]) add(each, 'expression');
  if (node.type === 'LogicalExpression') add(node.right, 'expression');
  if (node.type === 'ArrowFunctionExpression') add(node.body, 'expression');
  return branches;
};
