import { InputError, lookup, readSettings } from '../../core/index.js';
import type { StageText } from '../../search/pipeline/index.js';
import { prf, type TermFeedback, termFeedbacks, type VectorFeedback } from '../../search/retrieval/index.js';

/** Stages that expand a query by what it finds itself, before the retriever that they read: `rm3 > bm25`, `prf > bge`. */
export const feedbacks = { ...termFeedbacks, prf } as const;

/** Whether a stage of this name reads the first list of the retriever behind it. */
export const isFeedback = (name: string): boolean => Object.hasOwn(feedbacks, name);

/** Expansion by terms, for BM25. */
export const readTermFeedback = (feedback: StageText, retriever: StageText): TermFeedback => {
  const settings = settingsOf(feedback);
  if (!Object.hasOwn(termFeedbacks, feedback.name)) throw noFeedback(feedback, retriever);
  return lookup('expansion', termFeedbacks, feedback.name)(settings);
};

/** Feedback by vectors, for dense models. */
export const readVectorFeedback = (feedback: StageText, retriever: StageText): VectorFeedback => {
  const settings = settingsOf(feedback);
  if (feedback.name !== 'prf') throw noFeedback(feedback, retriever);
  return prf(settings);
};

const settingsOf = (feedback: StageText) => {
  if (feedback.values.length > 0)
    throw new InputError({
      found: feedback.text,
      expected: `settings by name, as ${feedback.name}(fbDocs=10)`,
      fix: `write ${feedback.name}, or ${feedback.name}(fbDocs=10)`,
    });
  return readSettings(feedback.name, lookup('expansion', feedbacks, feedback.name).settings, feedback.named);
};

/** What a retriever cannot be expanded by is refused. */
export const noFeedback = (feedback: StageText, retriever: StageText): InputError =>
  new InputError({
    found: `${feedback.text} > ${retriever.text}`,
    expected:
      feedback.name === 'prf'
        ? 'a dense model after prf, as prf > bge'
        : `BM25 after ${feedback.name}, as ${feedback.name} > bm25-lucene`,
    fix:
      feedback.name === 'prf'
        ? 'for BM25 use rm3, rocchio, bo1 or kl'
        : `for a dense model use prf; in a fusion write it before each retriever, as rrf(${feedback.name} > bm25, bge)`,
  });
