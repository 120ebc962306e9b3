import { defineTool } from '@/src/core/tools/define-tool';
import { SLOW_TOOL_TIMEOUT_MS, type ToolDefinition } from '@/src/core/tools/tool-definition';
import { PAGED_BY } from './paged-by';
import { toolInputs } from './tool-inputs';

/** Tools for the view, for what the proxy has, and for its file. */
export const stateToolDefinitions: readonly ToolDefinition[] = [
  defineTool({
    name: 'switch_provider',
    description:
      'Brings another provider into view. Unsaved rules of every provider are kept. Not needed to work on another provider: the other tools take one. Fails with provider_not_found, with near names.',
    input: toolInputs.switch_provider,
    effect: 'navigate',
    timeoutMs: SLOW_TOOL_TIMEOUT_MS,
  }),
  defineTool({
    name: 'refresh_models',
    description:
      'Has the proxy fetch a provider’s models anew. Returns their number and which came or went. Fails with not_ready if that can’t be done now.',
    input: toolInputs.refresh_models,
    effect: 'navigate',
    timeoutMs: SLOW_TOOL_TIMEOUT_MS,
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'save_changes',
    description:
      'Saves the rules of every provider to the proxy’s file, and tells whether the proxy goes by them yet. It can’t be taken back, so the user is asked first; call it only when they want to save. Fails with nothing_to_save if the file matches already, and with saved_changed, naming the differences, if somebody else changed the file since: then nothing is saved, and a second call would replace what they wrote.',
    question: 'Write the rules that the page shows, for every provider, to the proxy’s file?',
    input: toolInputs.save_changes,
    effect: 'commit',
    timeoutMs: SLOW_TOOL_TIMEOUT_MS,
  }),
  defineTool({
    name: 'discard_changes',
    description:
      'Drops unsaved rules, so that the page shows the saved ones again. The user is asked first. Returns the providers concerned and the models whose visibility changed. Fails with nothing_to_discard.',
    question: 'Drop the unsaved rules and show the saved ones again?',
    input: toolInputs.discard_changes,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
];
