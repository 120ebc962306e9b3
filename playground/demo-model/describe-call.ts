import type { ToolCall } from './demo-reply';
import { code } from './sentence';

/** A call as the person would name it: "Adding the ignore rule `*-preview*`". Markdown. */
export function describeCall({ name, arguments: values }: ToolCall): string {
  const text = (value: unknown) => (typeof value === 'string' ? code(value) : 'without a name');
  const at = typeof values.provider === 'string' ? ` for ${code(values.provider)}` : '';
  switch (name) {
    case 'add_ignore_rule':
      return `Adding the ignore rule ${text(values.pattern)}${at}`;
    case 'add_whitelist_rule':
      return `Adding the whitelist rule ${text(values.pattern)}${at}`;
    case 'remove_ignore_rule':
      return `Removing the ignore rule ${text(values.pattern)}${at}`;
    case 'remove_whitelist_rule':
      return `Removing the whitelist rule ${text(values.pattern)}${at}`;
    case 'clear_all_ignore_rules':
      return `Removing all ignore rules${at}`;
    case 'clear_all_whitelist_rules':
      return `Removing all whitelist rules${at}`;
    case 'import_rules':
      return `${values.mode === 'replace' ? 'Replacing the rules' : 'Importing the rules'}${at}`;
    case 'apply_rules':
      return 'Setting the rules';
    case 'preview_rules':
      return `Looking up what the rules would do${at}`;
    case 'get_models_matching_pattern':
      return `Looking up which models match ${values.pattern === undefined ? 'that' : text(values.pattern)}${at}`;
    case 'explain_model_status':
      return `Looking up why ${text(values.model_id)} is visible or hidden`;
    case 'get_model_details':
      return values.model_id === undefined
        ? `Looking up the models${at}`
        : `Looking up the details of ${text(values.model_id)}`;
    case 'list_models':
      return `Listing models${at}`;
    case 'list_rules':
      return `Listing rules${at}`;
    case 'switch_provider':
      return `Switching to ${text(values.provider)}`;
    case 'refresh_models':
      return `Refreshing the models${at}`;
    case 'save_changes':
      return 'Saving the changes';
    case 'discard_changes':
      return `Discarding the changes${at}`;
    default:
      return `Calling ${code(name)}`;
  }
}
