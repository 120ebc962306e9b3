import type { ToolCall } from './demo-reply';
import { code } from './sentence';

/** A call as the person would name it: "Adding the ignore rule `*-preview*`". Markdown. */
export function describeCall({ name, arguments: values }: ToolCall): string {
  const text = (value: unknown) => (typeof value === 'string' ? code(value) : 'without a name');
  switch (name) {
    case 'add_ignore_rule':
      return `Adding the ignore rule ${text(values.pattern)}`;
    case 'add_whitelist_rule':
      return `Adding the whitelist rule ${text(values.pattern)}`;
    case 'remove_ignore_rule':
      return `Removing the ignore rule ${text(values.pattern)}`;
    case 'remove_whitelist_rule':
      return `Removing the whitelist rule ${text(values.pattern)}`;
    case 'get_models_matching_pattern':
      return `Looking up which models match ${text(values.pattern)}`;
    case 'explain_model_status':
      return `Looking up why ${text(values.model_id)} is visible or hidden`;
    case 'get_model_details':
      return values.model_id === undefined
        ? 'Looking up the models'
        : `Looking up the details of ${text(values.model_id)}`;
    case 'save_changes':
      return 'Saving the changes';
    case 'discard_changes':
      return 'Discarding the changes';
    default:
      return `Calling ${code(name)}`;
  }
}
