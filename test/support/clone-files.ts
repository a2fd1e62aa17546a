import type { Files } from './written-folder.js';

export const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const git = (repository: string): Files => ({
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': `[remote "origin"]\n\turl = https://github.com/${repository}\n`,
  '.git/packed-refs': `# pack-refs\n${COMMIT} refs/heads/main\n`,
});
const regex = (label: string): string =>
  `output_validation_regex: r"^\\[${label}\\]$"\noutput_extraction_regex: r"\\[(${label})\\]"\n`;

/** Clones laid out as the real ones are, with words of our own. */
export const CLONES = {
  rankllm: {
    ...git('castorini/rank_llm'),
    'src/rank_llm/rerank/prompt_templates/plain_template.yaml': `method: "singleturn_listwise"\nsystem_message: "Be brief."\nprefix: |\n  {num} notes for {query}\nbody: |\n  [{rank}] {candidate} ({score})\nsuffix: "Order?"\n${regex('\\d+')}`,
    'src/rank_llm/rerank/prompt_templates/letters_template.yaml': `method: singleturn_listwise\nbody: "[{rank}] {candidate}; "\nsuffix: "Order for {query}?"\n${regex('[A-Z]')}`,
    'src/rank_llm/rerank/prompt_templates/token_template.yaml':
      'method: "pointwise"\nbody: "{query} {doc_content} true?"\n',
  },
  diver: {
    ...git('AQ-MedAI/Diver'),
    'Reranker/rerank_groupwise.py': `class Group:\n    def __init__(self):\n        self.model = load(f"{path}")\n        self.group_system_prompt = '''Give notes scores.'''\n        self.group_user_prompt = '''{TOPK} notes for {QUERY}:\n{PASSAGES}As {{"[1]": 5}}.'''\n`,
    'Reranker/rerank_listwise.py': `if __name__ == '__main__':\n    rerank_prompt = '''For {QUERY}\n{DOC_STR}the best {TOPK}'''\n`,
    'Retriever/prompts.py': 'notes = """Query {} and note {}: \'Relevance score: X.\'"""\n',
    'QExpand/prompts.py': `def get_prompt(method, query):\n    user_prompts = {\n        "thinkqe_revise_0": f"""Write on {query}\n{top_passages_str}""",\n        "thinkqe_revise": f"Better {{braces}} {query} " "{plain}" f"{top_passages_str}{last_round_answer}",}\n    return user_prompts[method]\n`,
  },
  agentic: {
    ...git('VectorSpaceLab/agentic-search'),
    'Retro-star/evaluation/bright/reranker_sglang.py': `class Reranker:\n    def __init__(self):\n        if relevance_definition is None:\n            relevance_definition = f"A {doc_type} helps with a {query_type}."\n        self.relevance_definition = relevance_definition\n        self.prompt_template = self.get()\n\n    def get(self):\n        prompt_template = """\\\nRule: {relevance_definition}\n{query_type}: {query}\n{doc_type}: {doc}\n"""\n        return prompt_template\n`,
    'Retro-star/evaluation/bright/reranker_prompts.py':
      'ReasoningBrightShortInstructions = {\n    "biology": ("post", "page", "Pages " "help."),\n}\n',
  },
} as const satisfies Readonly<Record<string, Files>>;
