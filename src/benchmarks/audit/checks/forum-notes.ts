import { firstPattern, textCheck } from '../check-of-each.js';

export const forumNotes = textCheck(
  {
    name: 'forum-notes',
    title: 'Forum closure notes',
    definition:
      'Documents and queries with a note of a forum’s moderators: [closed], [duplicate], “closed as off-topic”, “this question already has an answer”, [deleted]; or of an author to readers of the forum: “Edit:”, “upvote this”.',
    severity: 'warning',
    fix: 'Remove the note, and check whether a closed question should be a query at all.',
  },
  firstPattern({
    'title ends with a mark': /\[(?:closed|duplicate|on hold|migrated|deleted|removed|locked|solved)\]/i,
    'closure note':
      /\b(?:closed|put on hold|marked|locked) as (?:off-?topic|too broad|unclear(?: what you are asking)?|primarily opinion|opinion-based|a duplicate|an? exact duplicate|duplicate|not constructive|not a real question)/i,
    'note on the question':
      /\b(?:this|your) question (?:was closed|has been closed|is closed|was migrated|has been migrated|already has (?:an )?answer|does not appear to be about|needs to be more focused|needs details or clarity|is off-topic|is likely to be answered with opinions|needs (?:details|more focus))|\bclosed\. this question\b|\bthis (?:post|question|answer|comment|thread) (?:was|has been) (?:removed|deleted|migrated|locked|moved) (?:by|from|to|for)\b/i,
    'note of an author':
      /(?:^|\n|[.!?] )(?:edit|update)(?: ?\d{1,2})?: |\b(?:thanks for (?:the|all the) (?:gold|upvotes?|answers|replies)|(?:please )?(?:up|down)vote (?:this|if|me)|accept (?:this|my) answer)\b/i,
    'note on a duplicate': /\bpossible duplicate:|\bpossible duplicate of\b/i,
  }),
);
