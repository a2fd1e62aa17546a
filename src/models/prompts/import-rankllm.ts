import { InputError, isJsonObject, own } from '../../core/index.js';
import { readYaml } from '../../platform/formats/index.js';
import type { StoredPrompt } from './imported-prompt.js';

/** RankLLM's templates: a YAML file each. */
export const isRankLlmTemplate = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.includes('_template') && /\.ya?ml$/.test(name);
};

type Sections = Readonly<Record<string, string>>;

/** The sections of each method (castorini/rank_llm, src/rank_llm/rerank, `*_inference_handler.py`), by our names of them. */
const METHODS: Readonly<Record<string, Sections>> = {
  singleturn_listwise: { system: 'system_message', prefix: 'prefix', body: 'body', suffix: 'suffix' },
  multiturn_listwise: {
    system: 'system_message',
    prefix: 'prefix_user',
    prefixAssistant: 'prefix_assistant',
    body: 'body_user',
    bodyAssistant: 'body_assistant',
    suffix: 'suffix_user',
  },
  // Read by the probability of a token, or by models that are no chats.
  pointwise: { body: 'body' },
  pairwise: { body: 'body' },
  rankfid: { body: 'text' },
};

/** Reads a template of RankLLM. */
export const rankLlmPrompt = async (text: string, file: string): Promise<Omit<StoredPrompt, 'from'>> => {
  const { value, placeOf } = await readYaml(text, file);
  const wrong = (section: string, found: string, expected = 'a template of RankLLM'): InputError =>
    new InputError({
      at: placeOf([section]),
      found,
      expected,
      fix: 'take the file from an unchanged clone of castorini/rank_llm',
    });
  if (!isJsonObject(value)) throw wrong('', 'no sections');
  for (const [name, section] of Object.entries(value))
    if (typeof section !== 'string') throw wrong(name, `${name}, which is not a text`);
  const sections = value as Sections;
  const method = sections.method ?? '';
  const names = own(METHODS, method);
  if (!names) throw wrong('method', `method: ${method}`, `one of ${Object.keys(METHODS).join(', ')}`);
  const parts = Object.fromEntries(
    Object.entries(names).flatMap(([part, section]) =>
      sections[section] === undefined ? [] : [[part, sections[section]]],
    ),
  );
  const body = parts.body;
  if (body === undefined) throw wrong('method', `no section ${names.body}`);
  const isListwise = method.endsWith('listwise');
  if (isListwise) checkListwise(sections, parts, body, method, wrong);
  return {
    kind: isListwise ? 'listwise' : 'none',
    parts: { ...parts, body },
    shows: 'words',
    answer: sections.output_extraction_regex?.includes('A-Z') ? 'letters' : 'order',
  };
};

/** RankLLM's own rules: without them its program refuses a template too. */
const checkListwise = (
  sections: Sections,
  parts: Sections,
  body: string,
  method: string,
  wrong: (section: string, found: string) => InputError,
): void => {
  for (const place of ['{rank}', '{candidate}'])
    if (!body.includes(place)) throw wrong('body', `a body without ${place}`);
  if (!`${parts.prefix ?? ''}${parts.suffix ?? ''}`.includes('{query}'))
    throw wrong('prefix', 'no {query} in what comes before or after the documents');
  if (method !== 'multiturn_listwise') return;
  const { prefix, prefixAssistant, bodyAssistant } = parts;
  if (prefixAssistant === undefined && (bodyAssistant === undefined || prefix !== undefined))
    throw wrong('method', 'turns without prefix_assistant');
  if (prefixAssistant !== undefined && prefix === undefined)
    throw wrong('prefix_assistant', 'prefix_assistant without prefix_user');
  for (const section of ['output_validation_regex', 'output_extraction_regex'])
    if (sections[section] === undefined) throw wrong('method', `no section ${section}`);
};
