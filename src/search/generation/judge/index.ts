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
export { type AnswerVerdict, readVerdict } from './verdict.js';
