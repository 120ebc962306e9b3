const NAMESPACE = /^(?:functions?|tools?|default_api)[.:/]/;

/** Removes a prefix that some models add to a tool's name. */
export function bareToolName(name: string): string {
  return name.replace(NAMESPACE, '');
}
