import { type ReviewAgreement, reviewAgreement } from './agreement.js';
import { withPseudonyms } from './export.js';
import { readReviewLabels } from './items.js';
import { readPlanIfThere } from './plan.js';
import { readReview } from './state.js';
import { mustHaveDecisions } from './store.js';

/** How far the reviewers of a folder agree, under pseudonyms: a release goes to everybody. Undefined where nobody was asked. */
export const agreementForRelease = async (folder: string): Promise<ReviewAgreement | undefined> => {
  if (!(await readPlanIfThere(folder))) return undefined;
  const { state } = await readReview(folder);
  await mustHaveDecisions(folder, state);
  return reviewAgreement(withPseudonyms(state), await readReviewLabels(folder, state.items));
};
