import { byPrefix, InputError } from '../../core/index.js';
import type { CachedChat, Sampling } from '../../models/llms/index.js';
import { answersFirst } from './answers-first.js';
import { llmRespondent } from './llm-respondent.js';
import { preparedRespondent } from './prepared-respondent.js';
import type { Respondent } from './respondent.js';

/** Who is asked, by name; each is opened once. */
export interface Respondents {
  get(name: string): Promise<Respondent>;
  close(): Promise<void>;
}

/** What respondents are opened with. */
export interface RespondentsOptions {
  /** Opens a language model by its name; `prepared:` names never get here. Without it there are prepared answers only. */
  openChat?(name: string): Promise<CachedChat>;
  readonly sampling?: Sampling;
  readonly retryFailed?: boolean;
}

/** Opens whoever is named: `prepared:FILE`, `prepared:FILE#judge`, a language model, or `prepared:FILE|model`, which asks the model for the rest. */
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
