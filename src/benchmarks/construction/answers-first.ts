import type { JsonObject } from '../../core/index.js';
import type { PreparedRespondent } from './prepared-respondent.js';
import type { Respondent } from './respondent.js';
import { sumUsage } from './usage.js';

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
