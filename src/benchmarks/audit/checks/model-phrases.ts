import { firstPattern, textCheck } from '../check-of-each.js';

/** What models are given and asked to write, as they call it. */
const TEXT =
  '(?:question|query|passage|summary|version|text|answer|case|translation|response|document|paragraph|list|excerpt|prompt|explanation|note)';
const REWRITTEN =
  '(?:rewritten|revised|reformulated|rephrased|translated|generated|requested|summari[sz]ed|paraphrased|open-ended|modified|simplified)';
/** What a model that refuses does not do. */
const REFUSED =
  '(?:assist|help|provide|fulfil|fulfill|comply|complete|diagnose|answer|rewrite|rephrase|reformulate|translate|generate|create|produce|process|write|offer|give|share|access|browse|continue|engage)';
/** What it is asked for. A person who “can’t give blood” says none of these. */
const ASKED = `(?:with (?:this|that|your)|this|that|these|(?:this|that|your|the|any|an?|specific|such|further) (?:[a-z-]{1,20} )?(?:request|task|information|advice|content|prompt|diagnosis|${TEXT})|(?:medical|clinical|personal|legal) (?:advice|opinion|information|diagnos[ei]s)|to th(?:is|at))`;
const UNABLE =
  "(?:cannot|can(?:'|’)?t|could not|will not|won(?:'|’)?t(?: be able to)?|am (?:unable|not able|not allowed|not permitted) to|(?:'|’)m (?:unable|not able|not allowed) to|must decline to|have to decline to)";

export const modelPhrases = textCheck(
  {
    name: 'model-phrases',
    title: 'Phrases of language models',
    definition:
      'Documents and queries with what a language model says besides its text: “Sure! Here is …”, “As an AI language model”, a refusal, “Rewritten question:”, words about the text that it was given, signs of its format, blanks to fill in.',
    severity: 'warning',
    fix: 'Remove the phrase, or the text if it is a refusal: it was generated and not read by anyone.',
  },
  firstPattern({
    opening:
      /(?:^|\n)\s{0,9}(?:sure|sure thing|certainly|of course|absolutely|great question|gladly|ok|okay|got it|understood|no problem|happy to help) ?[!,.:–—-] {0,3}(?:here(?:'|’)?s|here (?:is|are|you go)|below|i(?:'|’)(?:d|ll)|i (?:can|will)|let me|(?:the|an?|your) (?:[a-z-]{1,20} )?(?:question|query|passage|summary|version|text|answer|case|translation|response) )/i,
    'a bare opening':
      /^\s{0,9}(?:sure|sure thing|certainly|absolutely|got it|understood|great question|happy to help)[!.] |^\s{0,9}(?:this|that)(?:'|’)?(?: i)?s an? (?:great|good|excellent|interesting|important) question[!.]|^\s{0,9}i(?:'|’)(?:d|m|ll) (?:be )?(?:happy|glad) to (?:help|assist)/i,
    'what follows': new RegExp(
      `(?:^|\\n)(?:here|below)(?: is| are|'s|’s) (?:the|an?|your|my) [^.:\\n]{0,40}${TEXT}\\b(?:[^.:\\n]{0,40}:|[.!]?\\n)`,
      'i',
    ),
    'opening of a task': new RegExp(
      `\\b(?:here (?:is|are) (?:the|an?|your)|the) ${REWRITTEN} ${TEXT} (?:is|are|reads|follows)?:`,
      'i',
    ),
    'what was asked for': new RegExp(`\\bhere (?:is|are) (?:the|an?|your) ${REWRITTEN} `, 'i'),
    'label of a prompt': new RegExp(
      `(?:^|\\n)\\s{0,9}(?:\\*\\*)?${REWRITTEN} ${TEXT}(?:\\*\\*)?:|(?:^|\\n)${TEXT} \\(${REWRITTEN}\\):|^\\s{0,9}(?:\\*\\*|#{1,6} )?(?:output|response|final answer|${TEXT} \\d{1,3}|passage|prompt|instructions?)(?:\\*\\*)?:(?:\\*\\*)?\\s`,
      'i',
    ),
    'an instruction for a retriever':
      /^\s{0,9}instruct(?:ion)?: |\bretrieve (?:[a-z]{1,20} )?(?:passages|documents|texts|articles|evidence) that\b/i,
    'turn of a conversation':
      /(?:^|\n)\s{0,9}(?:#{1,6} ?)?(?:assistant|human|user|ai|chatgpt|gpt-?\d?): |(?:^|\n)#{2,6} ?(?:instructions?|response|input|output|answer):?\s/i,
    'about itself':
      /\bas an? (?:ai|artificial intelligence|large)(?: language)? (?:model|assistant)\b|\bas an? (?:language model|ai), |\bas (?:an?|your) (?:medical |virtual |helpful )?assistant\b|\b(?:generated|written) by (?:an )?(?:ai|gpt|chatgpt|llm)\b|\bi(?:'|’| a)m not a (?:doctor|licensed|medical professional|physician)\b|\bi(?:'|’| a)m (?:just |only |merely )?an? (?:ai|artificial intelligence|(?:large )?language model|chatbot|virtual assistant|ai assistant)\b|\bas of my (?:last|latest|knowledge|training) |\bhow (?:can|may) i (?:assist|help) you today\b|作为(?:一个|一名)?(?:人工智能|AI)/i,
    'sign of a format':
      /<\|[a-z_]{2,20}\|>|\[\/?INST\]|<\/?think(?:ing)?>|<\/?s>|^\s{0,9}<\/?(?:answer|output|response|result|text|passage|question|query)>|#{3}\s{0,9}$|^\s{0,9}\{\s?"[a-z_]{1,20}": ?["[{]|<(?:bos|eos|pad|unk|start_of_turn|end_of_turn)>|\[(?:CLS|SEP|PAD|UNK|MASK|EOS|BOS)\]|^\s{0,9}```[a-z]{0,10}\s|\.\.\. ?\[?(?:truncated|continued)\]/i,
    'a blank to fill in':
      /\[(?:insert|enter|add|your|patient(?:'|’)?s?|doctor(?:'|’)?s?|placeholder|fill in)(?: [^\]\n]{1,40})?\]/i,
    refusal: new RegExp(
      `\\bi(?:(?:'|’)?m sorry| apologi[sz]e)(?:,? but)?,? (?:i|as an?)\\b[^.\\n]{0,60}\\b${REFUSED}\\b|\\bi(?:(?:'|’)?m sorry| apologi[sz]e), but (?:i|as an?)\\b|\\bi ?${UNABLE} (?:directly |just )?${REFUSED} ${ASKED}\\b|^\\s{0,9}(?:sorry|unfortunately|i apologi[sz]e)[,.]? [^.\\n]{0,80}\\b(?:${UNABLE}|cannot be|unable to) ?${REFUSED}|^\\s{0,9}(?:sorry|unfortunately), [^.\\n]{0,60}\\b(?:cannot|can not) be (?:${REWRITTEN}|answered|completed)`,
      'i',
    ),
    declined:
      /\bi (?:must|have to) decline (?:to (?:answer|assist|help|provide|write)|th(?:is|at) request)|\bagainst my (?:guidelines|programming|polic)|抱歉，我(?:无法|不能)|\bi (?:cannot|can(?:'|’)t|am unable to|am not able to|won(?:'|’)t be able to|will not|won(?:'|’)t) (?:assist|comply|fulfil|fulfill|diagnose|(?:give|offer|provide) medical)|\bit would not be appropriate for me to\b/i,
    'no answer': new RegExp(
      `\\bi (?:do not|don(?:'|’)t) have (?:access to (?:the|your|any|real|external)|enough (?:information|context|details))|\\bconsult (?:an?|your) (?:doctor|physician|healthcare (?:provider|professional)) (?:for|before) (?:any|medical|personali[sz]ed)|\\b(?:my (?:training data|knowledge cutoff)|this (?:request|content) violates)|\\bplease provide (?:me with )?(?:the|your|an?|more) [^.\\n]{0,20}${TEXT}|\\bi need (?:more|further) (?:information|context|details)[:;,]|\\bno ${TEXT} (?:was|has been) (?:given|provided)\\b|^\\s{0,9}not reformulatable\\b`,
      'i',
    ),
    'about what it was given':
      /\b(?:based on|according to|from|in) the (?:provided|given|supplied|above) (?:text|passage|document|context|information|question|query|excerpt|options|choices)\b|\bthe (?:provided |given )?(?:text|passage|document|context|excerpt) (?:does not|doesn(?:'|’)t) (?:mention|contain|provide|specify|state|include)|\b(?:no|not enough|insufficient) (?:information|context|details?) (?:is |are )?(?:available |provided |given )?(?:about [a-z ]{1,30} )?in the (?:text|passage|document|context)\b/i,
    'thinking aloud':
      /\blet(?:'|’)?s think (?:about this )?step by step\b|^\s{0,9}step 1: (?:understand|identify|analy[sz]e|read|rewrite|determine)\b|^\s{0,9}(?:okay|alright|so|hmm), (?:so |let me |let(?:'|’)?s |the user |i need to )|\bthe user (?:asks|is asking|wants|provided|has provided|is looking for)\b|\b(?:i need|i have|i was asked|my task is) to (?:rewrite|rephrase|reformulate|translate|summari[sz]e) (?:the|this)\b/i,
    'about its work':
      /\bnote: (?:i(?: have|(?:'|’)ve) (?:removed|rewritten|rephrased|reformulated|omitted|left out|kept|changed)|this (?:passage|text|case|question|answer|summary) (?:was|is|has been) )|\b(?:this|the) (?:passage|text|case|scenario|question|patient|example|article)(?: above| below)? (?:was (?:ai-)?generated|is (?:purely |entirely |completely )?(?:fictional|fictitious|hypothetical))\b|\bthat this is an? (?:fictional|fictitious|hypothetical|ai-generated|simulated) |\(word count: ?\d/i,
    closing:
      /\b(?:(?:please )?let me know if (?:you|there|i)|feel free to ask|i hope (?:this|that) (?:helps|is helpful|was helpful|answers)|is there anything else i can help|would you like me to (?:shorten|rewrite|rephrase|expand|add|provide|continue))\b/i,
  }),
);
