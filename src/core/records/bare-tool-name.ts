/** Prefixes that some models put before a tool's name. */
const NAMESPACE = /^(?:functions?|tools?|default_api)[.:/]/;

/** The name without a prefix that some models add. */
export function bareToolName(name: string): string {
  return name.replace(NAMESPACE, '');
}
