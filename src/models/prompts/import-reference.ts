import { InputError, own } from '../../core/index.js';
import { sha256 } from '../../platform/node/index.js';
import { openTables, pythonFormat, type Tables, type Value } from './python/tables.js';

const UNCHANGED = "take the file of R2MED's repository as it is";

/** A prompt of the reference implementation as a file of a prompts folder. */
interface ImportedPrompt {
  /** In the folder, as `hyde/Biology.txt`. */
  readonly path: string;
  readonly text: string;
}

interface ReferencePrompts {
  readonly prompts: readonly ImportedPrompt[];
  /** The files that tables were taken from, with their hashes. */
  readonly from: Readonly<Record<string, string>>;
}

interface ImportSettings {
  /** The LLM the prompts are for: the reference implementation has a separate system message for sky-32b. */
  readonly llm?: string;
}

/** The reference implementation's key of each task, where it is not the public name. */
const KEYS: Readonly<Record<string, string>> = {
  Biology: 'Stack-Biology',
  Bioinformatics: 'Stack-Bioinformatics',
  'Medical-Sciences': 'Stack-Medical',
  'MedXpertQA-Exam': 'MedXpertQA-Exam',
  'MedQA-Diag': 'MedQA-Diag',
  'PMC-Treatment': 'PMC-Treat',
  'PMC-Clinical': 'PMCPatients',
  'IIYi-Clinical': 'IIYiPatients-EN',
};

/** All methods by name; each is also a separate table. */
const METHODS_TABLE = 'generate_hy_doc';
const EXAMPLES_TABLE = 'Example';
const JUDGE = 'Check_Answer_accuracy_prompt';
const SYSTEMS: Readonly<Record<string, string>> = { 'sky-32b': 'SkyAI_system_prompt' };

/** Headings around the example block of a query2doc prompt. */
const EXAMPLES_BEGIN = '###Examples:###\n';
const EXAMPLES_END = '\n\n###Real Test:###';

/** Reads the prompt tables of a clone of the reference implementation, given as the content of its Python files by name; none is run. */
export const importReference = (
  files: ReadonlyMap<string, string>,
  { llm }: ImportSettings = {},
): ReferencePrompts => {
  const tables = openTables(files);
  const used = new Set<string>();
  if (tables.names.has(EXAMPLES_TABLE)) used.add(tables.placeOf(EXAMPLES_TABLE).file);
  const tableOf = (method: string): { readonly name: string; readonly table: Value } => {
    const name = tables.names.has(METHODS_TABLE) ? METHODS_TABLE : method;
    mustHave(tables, name, files);
    used.add(tables.placeOf(tables.names.has(method) ? method : name).file);
    const value = tables.value(name);
    const table = name === method ? value : entryOf(value, method, name, tables);
    return { name, table };
  };
  const byTask = (method: string, prompts: (text: string, task: string) => readonly ImportedPrompt[]) => {
    const { name, table } = tableOf(method);
    return Object.keys(KEYS).flatMap((task) =>
      prompts(textOf(table, task, `${name} (${method})`, tables, name), task),
    );
  };
  const place = (name: string) => (found: string) =>
    new InputError({ at: tables.placeOf(name), found, fix: UNCHANGED });
  const template = (text: string, name: string, places: Readonly<Record<string, string>>): string =>
    ourTemplate(text, places, place(name));
  const methodPlace = (method: string): string => (tables.names.has(method) ? method : METHODS_TABLE);

  const hyde = byTask('hyde', (text, task) => [
    { path: `hyde/${task}.txt`, text: template(text, methodPlace('hyde'), { TEXT: 'TEXT' }) },
  ]);
  const lamer = byTask('lamer', (text, task) => [
    {
      path: `lamer/${task}.txt`,
      text: template(text, methodPlace('lamer'), { TEXT: 'TEXT', PASSAGE: 'PASSAGE' }),
    },
  ]);
  const query2doc = byTask('query2doc', (text, task) => {
    const at = place(methodPlace('query2doc'));
    const { before, examples, after } = exampleBlock(text, at);
    const around = (part: string): string => ourTemplate(part, { TEXT: 'TEXT' }, at);
    return [
      { path: `query2doc/${task}.txt`, text: `${around(before)}{EXAMPLES}${around(after)}` },
      { path: `query2doc/examples/${task}.txt`, text: around(examples) },
    ];
  });
  const single = (name: string, path: string, made: (text: string) => string): readonly ImportedPrompt[] => {
    const value = tables.value(name);
    if (typeof value !== 'string') throw place(name)(`${name}, which is not a text`);
    used.add(tables.placeOf(name).file);
    return [{ path, text: made(value) }];
  };
  const judge = tables.names.has(JUDGE)
    ? single(JUDGE, 'judge/default.txt', (text) =>
        template(text, JUDGE, { QUESTION: 'QUESTION', ANSWER: 'REFERENCE', RESPONSE: 'RESPONSE' }),
      )
    : [];
  const named = llm === undefined ? undefined : own(SYSTEMS, llm);
  if (named) mustHave(tables, named, files);
  const system = named ? single(named, 'system/default.txt', (text) => text) : [];
  return {
    prompts: [...hyde, ...query2doc, ...lamer, ...judge, ...system],
    from: Object.fromEntries([...used].sort().map((file) => [file, sha256(files.get(file)!)])),
  };
};

const mustHave = (tables: Tables, name: string, files: ReadonlyMap<string, string>): void => {
  if (tables.names.has(name)) return;
  const listed = [...files.keys()];
  throw new InputError({
    found: `no table ${name} in ${listed.length} Python files: ${listed.slice(0, 10).join(', ') || 'none'}`,
    expected: `the reference's tables ${METHODS_TABLE} (or hyde, query2doc and lamer), its example blocks, and ${JUDGE}`,
    fix: 'name the folder with the Python files of a clone of R2MED/R2MED: --from R2MED/src',
  });
};

const entryOf = (table: Value, key: string, name: string, tables: Tables): Value => {
  const found = table instanceof Map ? (table as ReadonlyMap<string, Value>).get(key) : undefined;
  if (found !== undefined) return found;
  const has =
    table instanceof Map ? `it has ${[...table.keys()].join(', ') || 'nothing'}` : 'it is not a dictionary';
  throw new InputError({
    at: tables.placeOf(name),
    found: `${name} without "${key}": ${has}`,
    fix: UNCHANGED,
  });
};

const textOf = (table: Value, task: string, shown: string, tables: Tables, name: string): string => {
  const keys = [own(KEYS, task)!, task];
  const known = table instanceof Map ? keys.find((key) => table.has(key)) : undefined;
  const text = entryOf(table, known ?? keys[0]!, name, tables);
  if (typeof text === 'string') return text;
  throw new InputError({
    at: tables.placeOf(name),
    found: `${shown} for ${task}, which is not a text`,
    fix: UNCHANGED,
  });
};

/** A template of the reference implementation as one of ours: its doubled braces are single, its places have our names. */
const ourTemplate = (
  text: string,
  places: Readonly<Record<string, string>>,
  wrong: (found: string) => InputError,
): string =>
  pythonFormat(
    text,
    (name) => {
      if (!Object.hasOwn(places, name))
        throw wrong(`the place {${name}}, where ${Object.keys(places).join(', ')} are known`);
      return `{${places[name]}}`;
    },
    wrong,
  );

const exampleBlock = (text: string, wrong: (found: string) => InputError) => {
  const begin = text.indexOf(EXAMPLES_BEGIN) + EXAMPLES_BEGIN.length;
  const end = text.lastIndexOf(EXAMPLES_END);
  if (begin < EXAMPLES_BEGIN.length || end < begin)
    throw wrong(`a query2doc prompt without the headings ###Examples:### and ###Real Test:###`);
  return { before: text.slice(0, begin), examples: text.slice(begin, end), after: text.slice(end) };
};
