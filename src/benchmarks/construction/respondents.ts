import { byPrefix, InputError, type JsonObject } from '../../core/index.js';
import type { CachedChat } from '../../models/llms/index.js';
import { type LlmRespondentOptions, llmRespondent } from './llm-respondent.js';
import { type PreparedRespondent, preparedRespondent } from './prepared-respondent.js';
import { type Respondent, sumUsage } from './respondent.js';

/** Who is asked, by name; each is opened once. */
export interface Respondents {
  get(name: string): Promise<Respondent>;
  close(): Promise<void>;
}

export interface RespondentsOptions extends LlmRespondentOptions {
  /** Opens a language model by its name; `prepared:` names never get here. Without it there are prepared answers only. */
  openChat?(name: string): Promise<CachedChat>;
}

/** Opens respondents by name: `prepared:FILE`, `prepared:FILE#judge`, a language model, or `prepared:FILE|model`, which asks the model for the rest. */
export const openRespondents = ({
  openChat = noModels,
  ...options
}: RespondentsOptions = {}): Respondents => {
  const open = new Map<string, Promise<Respondent>>();
  const opened = async (name: string): Promise<Respondent> => {
    const prepared = byPrefix({ prepared: preparedRespondent }, name);
    if (!prepared) return llmRespondent(await openChat(name), options);
    const [file, ...model] = prepared.rest.split('|');
    const answers = await prepared.entry(file!);
    return model.length > 0 ? answersFirst(answers, await get(model.join('|'))) : answers;
  };
  const get = (name: string): Promise<Respondent> => {
    const respondent = open.get(name) ?? opened(name);
    open.set(name, respondent);
    return respondent;
  };
  return {
    get,
    close: async () => {
      for (const each of await Promise.allSettled(open.values()))
        if (each.status === 'fulfilled') await each.value.close();
    },
  };
};

const noModels = async (name: string): Promise<CachedChat> => {
  throw new InputError({
    found: `the model "${name}"`,
    expected: 'prepared:FILE, since no models can be opened here',
    fix: 'give openRespondents an openChat',
  });
};

/** A model that is asked only what prepared answers leave open: how a person decides what the model cannot. The model is closed by who opened it. */
export const answersFirst = (answers: PreparedRespondent, model: Respondent): Respondent => ({
  ...model,
  identity: (step) => ({
    ...(model.identity(step) as JsonObject),
    ...(answers.identity(step) as JsonObject),
  }),
  ask: async (request) =>
    answers.has(request) ? { ...(await answers.ask(request)), by: answers.name } : model.ask(request),
  mayAskAgain: (attempt, reply) => reply.by === undefined && model.mayAskAgain(attempt, reply),
  estimate: async (requests) => {
    const open = await model.estimate(requests.filter((request) => !answers.has(request)));
    return { ...open, cached: open.cached + (await answers.estimate(requests)).cached };
  },
  usage: () => sumUsage([model.usage(), answers.usage()]),
  close: async () => {},
});

/** Opens respondents of one role, such as judges. Two of one name are refused: answers are stored by name, so those of one would be lost. */
export const distinctRespondents = async (
  role: string,
  named: readonly string[],
  open: (name: string) => Promise<Respondent>,
): Promise<readonly Respondent[]> => {
  const all = await Promise.all([...new Set(named)].map(open));
  const twice = all.find(({ name }, i) => all.findIndex((other) => other.name === name) < i);
  if (!twice) return all;
  throw new InputError({
    found: `two ${role} called ${twice.name}`,
    expected: 'names that differ, since their answers are kept by name',
    fix: 'rename one file of prepared answers, or name whose answers they are as prepared:FILE#name',
  });
};
