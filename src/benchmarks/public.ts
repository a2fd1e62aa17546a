/** r2med/benchmarks: benchmarks are made, audited, reviewed and made small. */

// Reports and rows that are saved.
export type {
  AuditCheck,
  AuditReport,
  AuditSeverity,
  ReasoningNeed,
  ReviewDecision,
  ReviewItem,
} from '../experiment/record/index.js';
// Audit: is a task sound, and how far do words lead to its evidence?
export {
  auditChecks,
  auditMarkdown,
  auditsMarkdown,
  auditTask,
  collectionOfTask,
  findLeakage,
  type GateFinding,
  type GateRule,
  gateFindings,
  gateRule,
  readAudit,
  readCaseTable,
  reasoningNeed,
  type SystemQueryScores,
  scoreDependence,
  type TextCollection,
  textsInFiles,
  type VectorSpace,
  writeAudit,
} from './audit/index.js';
// Construction: from exam questions, posts and case reports to a release, step by step.
export {
  askAll,
  BuildItem,
  type BuildStep,
  constructionSteps,
  defineStep,
  openRespondents,
  openWorkFolder,
  Passage,
  planStep,
  type Respondent,
  type Respondents,
  readBuildPlan,
  readFields,
  runBuildPlan,
  runStep,
  SourceText,
  type StepRun,
  type StepStatus,
  stepStatuses,
  UndecidedItems,
  type WorkFolder,
} from './construction/index.js';
// Nano: a task cut down, and how good its candidate lists are.
export { buildNano, NANO_DEFAULTS, type NamedRetriever, profileTask } from './nano/index.js';
// Personal data: parts of texts that may identify a person.
export {
  findPersonalData,
  type PersonalDataFinding,
  type PersonalDataKind,
  personalDataKinds,
} from './personal-data/index.js';
// Review: experts look at what models and rules decided.
export {
  agreementForRelease,
  decisionsForRelease,
  exportReview,
  makeReviewPlan,
  type ReviewAgreement,
  type ReviewState,
  readReview,
  readReviewLabels,
  reviewAgreement,
  reviewStatusOf,
} from './review/index.js';
