export { DIAGNOSE, type DiagnoseSetting, diagnose } from './diagnose.js';
export { FEEDBACK, type FeedbackSetting, feedback } from './feedback.js';
