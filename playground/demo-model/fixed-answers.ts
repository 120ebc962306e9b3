import type { Courtesy } from './intent';

/** What the demo model is and can do. */
export const HELP = `I am \`demo/assistant\`: no language model, but a small rule-based stand-in that comes with the playground. I read your request by fixed rules and work on the page that it shows me. You can write:

- "Block preview models", "hide \`gpt-4*\` in all providers", "block claude and gpt-3"
- "Allow o1-mini", "unblock the mini models", "only allow gpt-4o", "only the newest of each family"
- "What is hidden and why?", "why is o1-preview hidden?", "list the hidden models", "next page", "details of gpt-4o"
- "What would happen if I blocked \`*mini*\`?", "which models match \`*mini*\`?"
- "Remove the rule \`*-preview*\`", "clear the ignore list", "import these rules: a*, b*"
- "Switch to gemini", "refresh the models", "compare with the saved file"
- "Save the changes", "discard the changes", "undo"

Several in one message are fine. What a tool does, I do only if the request offers it to me.`;

/** How a change is taken back. */
export const UNDO = `I can’t take a change back myself, but the panel can: open **Checkpoints** and choose the row named after the change. **Undo only this** takes back that change alone, **Take back everything since** also what came after it, the conversation included; both can be taken back too. To return to the saved rules instead, write "discard the changes".`;

/** Answers where nothing is to be done. */
export const COURTESIES: Readonly<Record<Courtesy, string>> = {
  greeting: HELP,
  thanks: 'You are welcome.',
  stop: 'Nothing is under way now, and I did nothing more. What was changed before can be rolled back under Checkpoints.',
  'no-save': 'I save nothing unless you ask for it.',
};
