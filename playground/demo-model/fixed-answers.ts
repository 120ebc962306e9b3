import type { Courtesy } from './intent';

/** What the demo model is and can do. */
export const HELP = `I am \`demo/assistant\`: no language model, but a small rule-based stand-in that comes with the playground. I read your request by fixed rules and work on the page that it shows me. You can write:

- "Block all preview models", "hide \`gpt-4*\`", "block claude and gpt-3"
- "Allow o1-mini", "unblock the mini models", "only allow gpt-4o"
- "What is hidden and why?", "why is o1-preview hidden?", "which models match \`*mini*\`?", "details of gpt-4o"
- "Remove the rule \`*-preview*\`", "delete all rules for claude"
- "Save the changes", "discard the changes"

Several in one message are fine.`;

/** How a change is taken back. */
export const UNDO = `I can't take a change back myself, but the panel can: open **Checkpoints**, choose the row named after the change, and press **Roll back**. Page and conversation go back together, and that can be taken back too. To return to the saved rules instead, write "discard the changes".`;

/** Answers where nothing is to be done. */
export const COURTESIES: Readonly<Record<Courtesy, string>> = {
  greeting: HELP,
  thanks: 'You are welcome.',
  stop: 'Nothing is under way now, and I did nothing more. What was changed before can be rolled back under Checkpoints.',
  'no-save': 'I save nothing unless you ask for it.',
};
