export {
  type JudgedAnswers,
  type JudgingOptions,
  judgeAnswers,
  judgeSampling,
  planJudging,
} from './judge-answers.js';
export {
  type AnswerCounts,
  answeredRight,
  countAnswers,
  type JudgedAnswer,
  type Outcome,
} from './judged-answer.js';
export { readVerdict, type Verdict } from './verdict.js';
