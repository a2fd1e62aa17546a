import { firstPattern, textCheck } from '../check-of-each.js';

export const modelPhrases = textCheck(
  {
    name: 'model-phrases',
    title: 'Phrases of language models',
    definition:
      'Documents and queries with what a language model says besides its text: “Sure! Here is …”, “As an AI language model”, a refusal, “Rewritten question:”.',
    severity: 'warning',
    fix: 'Remove the phrase, or the text if it is a refusal: it was generated and not read by anyone.',
  },
  firstPattern({
    opening:
      /(?:^|\n)\s{0,9}(?:sure|sure thing|certainly|of course|absolutely|great question|gladly) ?[!,.:–—-] {0,3}(?:here(?:'|’)?s|here (?:is|are)|below (?:is|are)|i(?:'|’)(?:d|ll)|i (?:can|will)|let me)\b/i,
    'what follows':
      /(?:^|\n)(?:here|below)(?: is| are|'s|’s) (?:the|an?|your|my) [^.:\n]{0,40}(?:question|query|passage|summary|version|text|answer|case|translation|response|document|paragraph|list)\b[^.:\n]{0,40}:/i,
    'opening of a task':
      /\bhere (?:is|are) (?:the|a|an|your) (?:rewritten|revised|reformulated|translated|generated|requested|summari[sz]ed|paraphrased) /i,
    'label of a prompt':
      /(?:^|\n)\s{0,9}(?:\*\*)?(?:rewritten|reformulated|open-ended|revised|translated) (?:question|query|case|text|passage)(?:\*\*)?:/i,
    'about itself': /\bas an? (?:ai|artificial intelligence|large)(?: language)? (?:model|assistant)\b/i,
    refusal:
      /\bi(?:'|’)?m sorry, but (?:i|as an)\b|\bi (?:cannot|can(?:'|’)t|am unable to|am not able to|won(?:'|’)t be able to) (?:assist|help|provide|fulfil|comply|diagnose|give medical|offer medical)/i,
    'no answer':
      /\b(?:i (?:do not|don(?:'|’)t) have (?:access to|enough information)|consult (?:a|your) (?:doctor|physician|healthcare (?:provider|professional)) (?:for|before) (?:any|medical|personali[sz]ed)|my (?:training data|knowledge cutoff)|this (?:request|content) violates)/i,
    closing: /\b(?:let me know if you|feel free to ask|i hope this helps)\b/i,
  }),
);
