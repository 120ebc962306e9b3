/** The built-in layout of the system prompt as a template, which a user's own layout begins with. */
export const BUILT_IN_LAYOUT = `{% for title, contributions in sections %}
# {{ title }}

{{ contributions | join("\\n\\n") }}

{% endfor %}`;
