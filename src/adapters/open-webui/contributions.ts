import type { PromptContribution } from '@/src/core/prompts/prompt-contribution';

/** The prompt on Open WebUI's models page. */
export const contributions: readonly PromptContribution[] = [
  {
    key: 'open-webui:domain',
    section: 'Context',
    priority: 500,
    content: {
      type: 'text',
      text: 'The page lists the models of an Open WebUI server. Each has two flags. A disabled model can’t be chosen or called by anybody. A hidden one is missing from the lists that users choose from, but calls by its id still work. Access is a third thing, which Steward only reads: while a model is enabled, everyone, some users and groups, or administrators alone may choose it; without a remark, administrators alone. A custom model is made from another one; while that one is disabled, the custom model is still listed, but can’t be called.',
    },
  },
  {
    key: 'open-webui:effect',
    section: 'Guidelines',
    priority: 500,
    content: {
      type: 'text',
      text: 'Every change takes effect for all users at once; nothing is saved separately. Say how many models it concerns and which of them users could choose. The page doesn’t show a change that Steward made until its tab Models is opened again, and its switches flip what the server has: tell the user to open the tab again before using them.',
    },
  },
];
