/** The button's style: in the page's own font and colour, so that it fits any page, light or dark. */
export const PAGE_BUTTON_STYLE = `
:host{display:inline-block}
button{min-height:28px;margin:0;padding:0 12px;border:1px solid;border-radius:6px;background:transparent;color:inherit;font:inherit;white-space:nowrap;cursor:pointer}
button:hover{text-decoration:underline}
button:focus-visible{outline:2px solid;outline-offset:2px}
@media print{:host{display:none}}
`;
