export { type ServedReview, type ServeReviewOptions, serveReview } from './server.js';
