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
      /(?:^|\n)\s{0,9}(?:sure|sure thing|certainly|of course|absolutely|great question|gladly|ok|okay|got it) ?[!,.:–—-] {0,3}(?:here(?:'|’)?s|here (?:is|are|you go)|below (?:is|are)|i(?:'|’)(?:d|ll)|i (?:can|will)|let me|the (?:rewritten|revised|reformulated|translated) )/i,
    'what follows':
      /(?:^|\n)(?:here|below)(?: is| are|'s|’s) (?:the|an?|your|my) [^.:\n]{0,40}(?:question|query|passage|summary|version|text|answer|case|translation|response|document|paragraph|list)\b[^.:\n]{0,40}:/i,
    'opening of a task':
      /\bhere (?:is|are) (?:the|a|an|your) (?:rewritten|revised|reformulated|translated|generated|requested|summari[sz]ed|paraphrased) /i,
    'label of a prompt':
      /(?:^|\n)\s{0,9}(?:\*\*)?(?:rewritten|reformulated|open-ended|revised|translated) (?:question|query|case|text|passage)(?:\*\*)?:|(?:^|\n)(?:question|query|case|text|passage) \((?:rewritten|reformulated|open-ended|revised|translated)\):/i,
    'about itself':
      /\bas an? (?:ai|artificial intelligence|large)(?: language)? (?:model|assistant)\b|\bas of my (?:last|latest|knowledge|training) |作为(?:一个|一名)?(?:人工智能|AI)/i,
    'sign of a format':
      /<\|[a-z_]{2,20}\|>|\[\/?INST\]|<\/?think(?:ing)?>|\[insert [^\]\n]{1,40}\]|^\s{0,9}assistant: /i,
    refusal:
      /\bi(?:(?:'|’)?m sorry| apologi[sz]e), but (?:i|as an)\b|\bi (?:must|have to) decline (?:to (?:answer|assist|help|provide|write)|th(?:is|at) request)|\bagainst my (?:guidelines|programming|polic)|抱歉，我(?:无法|不能)|\bi (?:cannot|can(?:'|’)t|am unable to|am not able to|won(?:'|’)t be able to) (?:assist|help|provide|fulfil|comply|diagnose|give medical|offer medical)/i,
    'no answer':
      /\b(?:i (?:do not|don(?:'|’)t) have (?:access to|enough information)|consult (?:a|your) (?:doctor|physician|healthcare (?:provider|professional)) (?:for|before) (?:any|medical|personali[sz]ed)|my (?:training data|knowledge cutoff)|this (?:request|content) violates)/i,
    'about its work':
      /\bnote: i(?: have|(?:'|’)ve) (?:removed|rewritten|rephrased|reformulated|omitted|left out|kept)\b|\(word count: ?\d/i,
    closing:
      /\b(?:let me know if you|feel free to ask|i hope this (?:helps|is helpful)|is there anything else i can help|would you like me to (?:shorten|rewrite|rephrase|expand|add|provide|continue))\b/i,
  }),
);
