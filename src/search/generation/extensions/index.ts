export { type DiagnoseSetting, diagnose, diagnoseMethod } from './diagnose.js';
export { type FeedbackSetting, feedback, feedbackMethod } from './feedback.js';
