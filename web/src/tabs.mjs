// The two views, of which one is shown.

const $ = (id) => document.getElementById(id);
const tabs = [...document.querySelectorAll('[role="tab"]')];

/** Shows a view. */
export function showView(name) {
  $(`tab-${name}`).click();
}

/** Offers the views. `onshow` gets the name of the one that is shown. */
export function offerViews(onshow) {
  for (const tab of tabs) {
    tab.onclick = () => {
      for (const other of tabs) {
        const isShown = other === tab;
        other.setAttribute("aria-selected", isShown);
        other.tabIndex = isShown ? 0 : -1;
        $(other.getAttribute("aria-controls")).hidden = !isShown;
      }
      onshow(tab.id.replace("tab-", ""));
    };
    tab.onkeydown = ({ key }) => {
      if (key !== "ArrowLeft" && key !== "ArrowRight") return;
      const other = tabs[(tabs.indexOf(tab) + 1) % tabs.length];
      other.focus();
      other.click();
    };
  }
}
