export { type DiagnoseSetting, diagnose } from './diagnose.js';
export { type FeedbackSetting, feedback } from './feedback.js';
