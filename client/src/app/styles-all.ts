// The component library's whole sheet, for the dashboards. Layered as the first screen's part of it is.
import '@mantine/core/styles.layer.css';
