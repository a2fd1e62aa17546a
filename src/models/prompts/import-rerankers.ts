import { InputError, own } from '../../core/index.js';
import type { StoredPrompt } from './imported-prompt.js';
import { openTables, pythonFormat, type Tables, type Value } from './python/tables.js';

type Prompt = Omit<StoredPrompt, 'from'>;
/** What a Python file of a clone holds: rerank prompts by name, and templates as files of a prompts folder. */
interface Found {
  readonly rerank: Readonly<Record<string, Prompt>>;
  readonly templates?: Readonly<Record<string, string>>;
}
type Reader = (tables: Tables, file: string, others: Others) => Found;
/** The file of the same clone that ends so. */
type Others = (ending: string) => ReadonlyMap<string, string> | undefined;

/** DIVER's lines of documents, in `Reranker/rerank_groupwise.py` and `rerank_listwise.py`. */
const DIVER_BODY = '[{rank}]. {candidate}\n\n';

/** Files of AQ-MedAI/Diver that hold prompts, by how their paths end. */
export const DIVER: Readonly<Record<string, Reader>> = {
  'rerank_groupwise.py': (tables, file) => ({
    rerank: {
      groupwise: {
        kind: 'groupwise',
        parts: {
          system: textOf(tables, 'self.group_system_prompt'),
          ...around(textOf(tables, 'self.group_user_prompt'), 'PASSAGES', file),
        },
        shows: 'line',
        answer: 'scores',
        highest: 10,
      },
    },
  }),
  'rerank_listwise.py': (tables, file) => ({
    rerank: {
      listwise: {
        kind: 'listwise',
        parts: around(textOf(tables, 'rerank_prompt'), 'DOC_STR', file),
        shows: 'line',
        answer: 'list',
      },
    },
  }),
  'Retriever/prompts.py': (tables) => ({
    rerank: Object.fromEntries(
      [...tables.names].map((name) => {
        const places = ['query', 'candidate'];
        const body = renamed(textOf(tables, name), () => places.shift() ?? 'further');
        return [name, { kind: 'pointwise', parts: { body }, shows: 'text', answer: 'scores', highest: 10 }];
      }),
    ),
  }),
  'QExpand/prompts.py': (tables, file) => {
    const texts = entriesOf(tables, 'user_prompts');
    const template = (method: string): string => {
      const text = texts.get(method);
      if (typeof text !== 'string') throw flawed(file, `no text "${method}" in user_prompts`);
      return pythonFormat(
        text,
        (name) => `{${own(EXPANSION, name) ?? name}}`,
        (found) => flawed(file, found),
      );
    };
    return {
      rerank: {},
      templates: {
        'feedback/default.txt': template('thinkqe_revise_0'),
        'feedback/refine/default.txt': template('thinkqe_revise'),
      },
    };
  },
};

const EXPANSION: Readonly<Record<string, string>> = {
  query: 'TEXT',
  top_passages_str: 'PASSAGE',
  last_round_answer: 'DRAFT',
};

/** What Retro* calls a query and a document of a task that its table does not have (`reranker_sglang.py`, its defaults). */
const KINDS = { query_type: 'query', doc_type: 'document' };

/** Files of VectorSpaceLab/agentic-search that hold prompts. */
export const AGENTIC: Readonly<Record<string, Reader>> = {
  'reranker_sglang.py': (tables, file, others) => {
    const definition = pythonFormat(
      textOf(tables, 'relevance_definition'),
      (name) => own<string>(KINDS, name) ?? `{${name}}`,
      (found) => flawed(file, found),
    );
    const body = renamed(textOf(tables, 'prompt_template'), (name) => (name === 'doc' ? 'candidate' : name));
    const definitions = others('reranker_prompts.py');
    return {
      rerank: {
        'retro-star': {
          kind: 'pointwise',
          parts: { body },
          shows: 'text',
          answer: 'scores',
          highest: 100,
          values: {
            default: { ...KINDS, relevance_definition: definition },
            ...(definitions && byTask(openTables(definitions))),
          },
        },
      },
    };
  },
};

const byTask = (tables: Tables): NonNullable<StoredPrompt['values']> => {
  const name = 'ReasoningBrightShortInstructions';
  return Object.fromEntries(
    [...entriesOf(tables, name)].map(([task, said]) => {
      const [query_type, doc_type, relevance_definition] = Array.isArray(said) ? (said as Value[]) : [];
      if (
        typeof query_type !== 'string' ||
        typeof doc_type !== 'string' ||
        typeof relevance_definition !== 'string'
      )
        throw flawed(tables.placeOf(name).file, `no three texts for "${task}" in ${name}`);
      return [task, { query_type, doc_type, relevance_definition }];
    }),
  );
};

const textOf = (tables: Tables, name: string): string => {
  const value = tables.value(name);
  if (typeof value === 'string') return value;
  throw flawed(tables.placeOf(name).file, `${name}, which is not a text`);
};

const entriesOf = (tables: Tables, name: string): ReadonlyMap<string, Value> => {
  const value = tables.value(name);
  if (value instanceof Map) return value;
  throw flawed(tables.placeOf(name).file, `${name}, which is not a dictionary`);
};

const PLACES: Readonly<Record<string, string>> = { QUERY: 'query', TOPK: 'num' };

/** DIVER's prompts have all documents in one place; here that is where the body repeats. */
const around = (template: string, documents: string, file: string): Prompt['parts'] => {
  const text = renamed(template, (name) => own(PLACES, name) ?? name);
  const [prefix, suffix, ...more] = text.split(`{${documents}}`);
  if (suffix === undefined || more.length > 0) throw flawed(file, `not one place {${documents}}`);
  return { prefix: prefix!, body: DIVER_BODY, suffix };
};

/** A template of `str.format` with other names of its places; doubled braces stay. */
const renamed = (template: string, name: (old: string) => string): string =>
  template.replace(/\{\{|\}\}|\{([^{}]*)\}/g, (found, old: string | undefined) =>
    old === undefined ? found : `{${name(old)}}`,
  );

const flawed = (file: string, found: string): InputError =>
  new InputError({ at: { file }, found, fix: 'take the file from an unchanged clone' });
