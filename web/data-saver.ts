type Connection = { saveData?: boolean };

/** Whether the member asked the browser to use less data. Only Chromium provides this information. */
export const isDataSaverOn = () => (navigator as { connection?: Connection }).connection?.saveData === true;
