import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

export interface Written {
  /** File and line, from the folder that was read. */
  readonly place: string;
  readonly expression: RegExp;
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>;

/** Every regular expression in the TypeScript files of a folder: those written as such, and those made with `new RegExp`. */
export const expressionsIn = (folder: string): readonly Written[] => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const { program, errors } = parseSync(file, text, { lang: 'ts' });
      if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
      return { file, text, nodes: nodesIn(program) };
    });
  const everywhere = files.flatMap(({ nodes }) => nodes.flatMap(constantOf));
  // A constant of another file counts where no third file has one of its name.
  const names = everywhere.map(([name]) => name);
  const once = everywhere.filter(([name]) => names.indexOf(name) === names.lastIndexOf(name));
  return files.flatMap(({ file, text, nodes }) => {
    const constants = new Map([...once, ...nodes.flatMap(constantOf)]);
    return nodes.flatMap((node) => {
      const place = `${file}:${text.slice(0, node.start).split('\n').length}`;
      const expression = expressionOf(node, constants, place);
      return expression ? [{ place, expression }] : [];
    });
  });
};

const nodesIn = (value: unknown): readonly Node[] => {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return 'type' in value ? [value as Node, ...inner] : inner;
};

const constantOf = (node: Node): readonly (readonly [string, Node])[] => {
  if (node.type !== 'VariableDeclarator' || !node.init) return [];
  const { name } = node.id as Node;
  return typeof name === 'string' ? [[name, node.init as Node]] : [];
};

const expressionOf = (
  node: Node,
  constants: ReadonlyMap<string, Node>,
  place: string,
): RegExp | undefined => {
  if (node.type === 'Literal' && node.regex) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    return new RegExp(pattern, flags);
  }
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined;
  if ((node.callee as Node).name !== 'RegExp') return undefined;
  const [pattern, flags] = (node.arguments as readonly Node[]).map((one) => stringOf(one, constants));
  if (pattern === undefined) {
    throw new Error(`${place}: cannot tell which expression this is; write it with constants of strings`);
  }
  return new RegExp(pattern, flags);
};

/** The string that an expression of strings gives, as far as constants, templates and `replace` go. */
const stringOf = (node: Node, constants: ReadonlyMap<string, Node>): string | undefined => {
  const inner = (one: unknown): string => {
    const text = stringOf(one as Node, constants);
    if (text === undefined) throw new Error(`cannot tell the string of ${(one as Node).type}`);
    return text;
  };
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'Identifier': {
      const constant = constants.get(node.name as string);
      return constant && stringOf(constant, constants);
    }
    case 'TaggedTemplateExpression':
      return template(node.quasi as Node, 'raw', inner);
    case 'TemplateLiteral':
      return template(node, 'cooked', inner);
    case 'CallExpression': {
      const { object, property } = node.callee as { object?: Node; property?: Node };
      if (property?.name !== 'replace') return undefined;
      const [from, to] = (node.arguments as readonly Node[]).map(inner);
      return inner(object).replace(from!, to!);
    }
    default:
      return undefined;
  }
};

const template = (node: Node, form: 'raw' | 'cooked', inner: (one: unknown) => string): string => {
  const quasis = node.quasis as readonly { value: { raw: string; cooked: string } }[];
  const values = (node.expressions as readonly Node[]).map(inner);
  return quasis.map(({ value }, place) => value[form] + (values[place] ?? '')).join('');
};
