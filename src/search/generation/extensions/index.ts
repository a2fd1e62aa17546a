export { diagnose, diagnoseMethod } from './diagnose.js';
export { feedback, feedbackMethod } from './feedback.js';
