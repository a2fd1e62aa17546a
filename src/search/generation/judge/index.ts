export {
  type JudgedAnswers,
  type JudgingOptions,
  judgeAnswers,
  judgeSampling,
  planJudging,
} from './judge-answers.js';
export {
  type AnswerCounts,
  type AnswerOutcome,
  answeredRight,
  countAnswers,
  type JudgedAnswer,
} from './judged-answer.js';
export { readVerdict } from './verdict.js';
