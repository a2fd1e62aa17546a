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
      /(?:^|\n)\s{0,9}(?:sure|certainly|of course|absolutely)[!,.] {0,3}(?:here(?:'|’)?s|here (?:is|are)|i(?:'|’)(?:d|ll)|i (?:can|will))\b/i,
    'opening of a task':
      /\bhere (?:is|are) (?:the|a|an|your) (?:rewritten|revised|reformulated|translated|generated|requested|summari[sz]ed|paraphrased) /i,
    'label of a prompt':
      /(?:^|\n)\s{0,9}(?:\*\*)?(?:rewritten|reformulated|open-ended|revised|translated) (?:question|query|case|text|passage)(?:\*\*)?:/i,
    'about itself': /\bas an? (?:ai|artificial intelligence|large)(?: language)? (?:model|assistant)\b/i,
    refusal:
      /\bi(?:'|’)?m sorry, but (?:i|as an)\b|\bi (?:cannot|can(?:'|’)t|am unable to|am not able to) (?:assist|help|provide|fulfil|comply|diagnose|give medical|offer medical)/i,
    closing: /\b(?:let me know if you|feel free to ask|i hope this helps)\b/i,
  }),
);
