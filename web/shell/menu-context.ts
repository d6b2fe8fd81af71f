import { createContext, useContext } from 'react';

/** The function that opens the menu. It is null for visitors, who have no menu. */
export const MenuContext = createContext<(() => void) | null>(null);

export const useOpenMenu = (): (() => void) | null => useContext(MenuContext);
